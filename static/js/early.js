// Runs before the first paint, in the head: the chosen theme, board and discs, if any are kept. No
// module, because modules wait for the page. What may be kept is written by theme.js and
// game/settings.js.
(function () {
  var root = document.documentElement;
  /** @param {string} name */
  function kept(name) {
    try {
      return localStorage.getItem(name);
    } catch (refused) {
      return null;
    }
  }
  var theme = kept("theme");
  if (theme === "light" || theme === "dark" || theme === "contrast") root.setAttribute("data-theme", theme);
  try {
    var settings = JSON.parse(kept("settings") || "{}");
    if (/^(felt|slate|wood|paper)$/.test(settings.board)) root.setAttribute("data-board", settings.board);
    if (/^(classic|outline|red)$/.test(settings.discs)) root.setAttribute("data-discs", settings.discs);
    ["dots", "coordinates", "motion"].forEach(function (name) {
      if (settings[name] === false) root.setAttribute("data-" + name, "off");
    });
  } catch (unreadable) {
    // As it was made.
  }
})();
