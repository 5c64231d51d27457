// A tick each second from a worker: timers of a page in the background are slowed down to one a
// minute, and somebody who waits there for an opponent would count as gone.
setInterval(() => postMessage(0), 1000);
