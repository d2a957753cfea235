(function () {
  var scheme;
  try {
    scheme = localStorage.getItem('octroi.theme');
  } catch (_) {
    scheme = null;
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
