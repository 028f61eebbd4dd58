import type { HeaderList } from '../http/prepared-response.ts'

/**
 * The content security policy of pages: a page loads only files of this server, has no inline scripts or styles,
 * contains no frames, and is not shown in a frame.
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

/** Returns the headers of a file. The browser saves the file, or shows it if the disposition is `inline`. */
export function createFileHeaders(name: string, type?: string, disposition = 'attachment'): HeaderList {
  const typed = type === undefined ? [] : ['Content-Type', type]
  const shown = `${disposition}; filename="${name}"`
  return [...browserHeaders, 'Cache-Control', 'no-store', 'Content-Disposition', shown, ...typed]
}

/**
 * The headers of pages. With the referrer policy `no-referrer`, browsers would send the Origin `null` with forms, and the
 * host guard would refuse the forms.
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
