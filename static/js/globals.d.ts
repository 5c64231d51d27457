/** Written above the service worker by the view that serves it. */
declare const BUILD: string;
