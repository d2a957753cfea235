/** The logo and the product's name. */
export function Brand({ nameless = false }: { nameless?: boolean }) {
  return (
    <>
      <svg viewBox="0 0 32 32" width={26} height={26} aria-hidden="true" focusable="false">
        <path d="M4 28V13a12 12 0 0 1 24 0v15h-6V14a6 6 0 0 0-12 0v14z" fill="currentColor" />
        <rect x="2" y="19" width="28" height="3.2" rx="1.6" fill="#f59e0b" />
      </svg>
      {nameless ? null : <span>Octroi</span>}
    </>
  );
}
