import type { Child } from 'hono/jsx'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { HeaderList } from '../http/prepared-response.ts'
import { respond } from '../http/respond.ts'
import type { HttpContext } from '../service/exchange.ts'
import { readCookie } from './cookies.ts'
import { pageHeaders } from './page-headers.ts'
import { Shell, type ShellProps } from './shell.tsx'

export type PageContent = Omit<ShellProps, 'theme' | 'hasCommands' | 'children'> & { readonly body: Child }

/** Sends a whole page, with the frame that all pages share. */
export function sendPage(
  http: HttpContext,
  { body, ...page }: PageContent,
  { status = 200, headers = [] }: { readonly status?: number; readonly headers?: HeaderList } = {},
): Response {
  const shell = (
    <Shell {...page} theme={readTheme(http)} hasCommands={readCookie(http, 'drydock-commands') === 'on'}>
      {body}
    </Shell>
  )
  return sendHtml(http, `<!doctype html>${String(shell)}`, { status, headers })
}

/** Sends a part of a page, with which a script in the page replaces the old part. */
export function sendFragment(
  http: HttpContext,
  fragment: HtmlEscapedString | Promise<HtmlEscapedString>,
  { status = 200, headers = [] }: { readonly status?: number; readonly headers?: HeaderList } = {},
): Response {
  return sendHtml(http, String(fragment), { status, headers })
}

function sendHtml(
  http: HttpContext,
  html: string,
  { status, headers }: { readonly status: number; readonly headers: HeaderList },
): Response {
  const all = [...pageHeaders, 'Vary', 'HX-Request', 'Content-Type', 'text/html; charset=utf-8', ...headers]
  return respond(http, { status, headers: all, body: html, errorCode: null })
}

/** Redirects the browser. After a form, the page at `location` shows the result. */
export function sendRedirect(
  http: HttpContext,
  location: string,
  { status = 303, headers = [] }: { readonly status?: 302 | 303; readonly headers?: HeaderList } = {},
): Response {
  const all = [...pageHeaders, 'Location', location, ...headers]
  return respond(http, { status, headers: all, body: null, errorCode: null })
}

/** Returns the theme that the script of a page stored in a cookie; undefined for the system's theme. */
function readTheme(http: HttpContext): 'light' | 'dark' | undefined {
  const theme = readCookie(http, 'drydock-theme')
  return theme === 'light' || theme === 'dark' ? theme : undefined
}
