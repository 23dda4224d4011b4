/** A link's path in hops that grow as it travels. Decoration only. */
export function HopArt() {
  return (
    <svg viewBox="0 0 520 190" fill="none" aria-hidden focusable="false" width="100%">
      <g strokeLinecap="round" strokeWidth="3">
        <path d="M12 168a26 26 0 0 1 52 0" stroke="#3da869" opacity=".55" />
        <path d="M64 168a42 46 0 0 1 84 0" stroke="#5fc184" opacity=".7" />
        <path d="M148 168a66 78 0 0 1 132 0" stroke="#86d3a1" opacity=".85" />
        <path d="M280 168c0-190 196-190 196-12" stroke="#eea924" />
        <path d="M0 170h520" stroke="#ffffff" opacity=".12" strokeWidth="2" />
      </g>
      <g fill="#86d3a1">
        <circle cx="12" cy="168" r="4" />
        <circle cx="64" cy="168" r="4.5" />
        <circle cx="148" cy="168" r="5" />
        <circle cx="280" cy="168" r="5.5" />
      </g>
      <circle cx="476" cy="162" r="9" fill="#eefaf1" />
    </svg>
  );
}
