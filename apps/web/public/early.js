// Before the first paint: a dark page never flashes white, and who is at work is asked while the application comes.
(function () {
  var kept = function (name) {
    try {
      return localStorage.getItem('octroi.' + name);
    } catch (_) {
      return null;
    }
  };
  var scheme = kept('theme');
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  if (kept('permissions')) {
    var session = document.createElement('link');
    session.rel = 'preload';
    session.as = 'fetch';
    session.crossOrigin = 'anonymous';
    session.href = '/v2/session';
    document.head.append(session);
  }
})();
