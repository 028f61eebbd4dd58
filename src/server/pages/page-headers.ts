import type { HeaderList } from '../http/prepared-response.ts'

/**
 * The content security policy of pages: only files of this server, no inline script or style, no frames, and no
 * framing by other pages.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of every file that browsers load from the simulator. */
export const browserHeaders: HeaderList = [
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Resource-Policy',
  'same-origin',
]

/** Returns the headers of a file that the browser saves, or shows if the disposition is `inline`. */
export function fileHeaders(name: string, type?: string, disposition = 'attachment'): HeaderList {
  const typed = type === undefined ? [] : ['Content-Type', type]
  const shown = `${disposition}; filename="${name}"`
  return [...browserHeaders, 'Cache-Control', 'no-store', 'Content-Disposition', shown, ...typed]
}

/**
 * The headers of pages. The referrer policy `no-referrer` would make forms send the Origin `null`, which the host guard
 * refuses.
 */
export const pageHeaders: HeaderList = [
  ...browserHeaders,
  'Content-Security-Policy',
  contentSecurityPolicy,
  'X-Frame-Options',
  'DENY',
  'Referrer-Policy',
  'same-origin',
  'Cache-Control',
  'no-store',
]
