/** Draws the logo: a hull between the walls of a dock. Screen readers skip it, because the name is beside it. */
export function Emblem() {
  return (
    <svg class="emblem" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path class="emblem-dock" d="M2 4v16h20V4h-3v13H5V4z" />
      <path class="emblem-hull" d="M7 8h10l-1.6 5.4A2.2 2.2 0 0 1 13.3 15h-2.6a2.2 2.2 0 0 1-2.1-1.6z" />
    </svg>
  )
}
