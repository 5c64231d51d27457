// Runs before the first paint, in the head: the chosen theme, if one is kept. No module, because
// modules wait for the page.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem("theme");
  } catch (refused) {
    // Refused storage means the system's theme.
  }
  if (kept === "light" || kept === "dark" || kept === "contrast") {
    document.documentElement.setAttribute("data-theme", kept);
  }
})();
