// What a phone must be able to do before anything of the application can work, told where it is not. Written for any
// browser: the old ones are those that must understand it.
(function () {
  var started = false;
  /** @type {string[]} */
  var missing = [];
  var PLAIN =
    'Une adresse qui commence par https:// : sans elle, le téléphone ne garde rien hors ligne et ne protège rien. ' +
    'Demandez-la à votre administrateur.';
  if (!window.isSecureContext) missing.push(PLAIN);
  else {
    if (!('serviceWorker' in navigator)) missing.push('L’ouverture hors ligne (service worker).');
    if (!window.crypto || !window.crypto.subtle) missing.push('La protection des données (WebCrypto).');
    if (!navigator.locks) missing.push('La numérotation sûre des reçus (Web Locks).');
  }
  if (!window.indexedDB)
    missing.push('La mémoire du téléphone (IndexedDB) : quittez la navigation privée si elle est ouverte.');

  function show() {
    var root = document.getElementById('root');
    root.textContent = '';
    var page = root.appendChild(document.createElement('main'));
    page.className = 'manque';
    page.appendChild(document.createElement('h1')).textContent = 'Octroi Terrain ne peut pas s’ouvrir ici';
    page.appendChild(document.createElement('p')).textContent = 'Il manque :';
    var list = page.appendChild(document.createElement('ul'));
    for (var i = 0; i < missing.length; i++)
      list.appendChild(document.createElement('li')).textContent = missing[i];
    page.appendChild(document.createElement('p')).textContent =
      'Sur Android, mettez Chrome à jour depuis le Play Store, puis rouvrez cette page.';
  }
  // A browser that cannot read the application says so by an error, before anything has begun.
  window.addEventListener('error', function () {
    if (started || document.documentElement.hasAttribute('data-manque')) return;
    missing.push('Un navigateur plus récent.');
    document.documentElement.setAttribute('data-manque', '');
    show();
  });
  window.addEventListener('terrain:ouvert', function () {
    started = true;
  });
  if (missing.length) {
    document.documentElement.setAttribute('data-manque', '');
    document.addEventListener('DOMContentLoaded', show);
  }
})();
