import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { removeTrailingSlashes } from '../../trailing-slashes.ts'
import type { Session } from '../dashboard/session.ts'
import { signInPath } from '../dashboard-base.ts'
import { createRouteNotFound } from '../http/refusal.ts'
import { sendRefusal } from '../http/respond.ts'
import { renderInSteps } from '../pages/render-in-steps.ts'
import { sendFragment, sendPage, sendRedirect } from '../pages/send-page.tsx'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'
import { runInSlices } from '../time-slices.ts'
import { findControlCall } from './model/control-calls.ts'
import { findError } from './model/errors.ts'
import { findGuide, readGuideAt } from './model/guides.ts'
import { findOperation, type ReferenceOperation } from './model/operations.ts'
import { correctQuery, type FoundEntry, searchReference } from './model/search.ts'
import { createChoiceCookies, createReader, type Reader } from './reader.ts'
import { renderTryForm, sendFormRequest } from './try-it.tsx'
import { ControlCalls, renderControlCallPage } from './views/control-call.tsx'
import { renderErrorPage, renderErrorsPage } from './views/errors.tsx'
import { FoundWhileTyping, renderSearchPage } from './views/found.tsx'
import { type ReferencePage, renderInFrame } from './views/frame.tsx'
import { renderGuidePage } from './views/guide.tsx'
import { renderKeysPage } from './views/keys.tsx'
import { renderMissingPage } from './views/missing.tsx'
import { renderOperationPage } from './views/operation.tsx'
import { renderStartPage } from './views/start.tsx'
import { TryOutcome } from './views/try-it.tsx'
import { EventSample } from './views/webhook.tsx'

/** Serves the reference: pages made from the OpenAPI documents, the tables of errors and the pages of docs/. */
export function createReference(server: ServerContext, session: Session): Hono<Bindings> {
  const app = new Hono<Bindings>()
  const sendInFrame = createFrameSender(server, session)
  app.get('/docs/search', async (http) => {
    const query = http.req.query('q') ?? ''
    const { url } = createReader(server, http, session)
    const found = await searchReference(query, url)
    const corrected = found.length > 0 ? null : await correctQuery(query, url)
    const result = { query, found, corrected }
    return http.req.header('HX-Request') === 'true'
      ? sendFragment(http, <FoundWhileTyping {...result} />)
      : sendInFrame(http, renderSearchPage(result))
  })
  const tryContext = { server, session }
  app.post('/docs/operations/:name', async (http) => {
    const operation = findOperation(http.req.param('name'))
    if (operation === undefined) return sendInFrame(http, renderMissingPage([]), 404)
    const reader = createReader(server, http, session)
    if (reader.environments === null) return sendRedirect(http, signInPath)
    const given = await sendFormRequest(tryContext, http, operation)
    if (http.req.header('HX-Request') === 'true')
      return sendFragment(http, <TryOutcome outcome={given.outcome} />, { status: given.status })
    return sendInFrame(
      http,
      renderOperationPage(operation, reader, renderTryForm(tryContext, http, { operation, reader, given })),
      given.status,
    )
  })
  app.get('*', async (http) => {
    // The longest pages of docs/ take long to read and to render, so both happen in steps.
    await runInSlices(readGuideAt(http.req.path))
    const reader = createReader(server, http, session)
    const page = renderPageAt(http.req.path, reader, (operation) =>
      renderTryForm(tryContext, http, { operation, reader }),
    )
    if (page !== undefined) return sendInFrame(http, page)
    const pathWithoutSlash = removeTrailingSlashes(http.req.path)
    if (pathWithoutSlash !== http.req.path) return sendRedirect(http, pathWithoutSlash, { status: 302 })
    if (!isPageRequest(http)) return sendRefusal(server, http, createRouteNotFound(server))
    const similarPages = await suggestPages(http.req.path, reader)
    return sendInFrame(http, renderMissingPage(similarPages), 404)
  })
  return app
}

/** Returns a function that sends a page of the reference with its navigation around it. */
function createFrameSender(server: ServerContext, session: Session) {
  return async (http: HttpContext, page: ReferencePage, status = 200): Promise<Response> => {
    const reader = createReader(server, http, session)
    const body = await runInSlices(renderInSteps(page.body))
    return sendPage(http, renderInFrame({ ...page, body }, http.req.path, reader), {
      status,
      headers: createChoiceCookies(http, reader),
    })
  }
}

/** Returns the page of the reference at a path; undefined if there is none. */
function renderPageAt(
  path: string,
  reader: Reader,
  renderTryOperation: (operation: ReferenceOperation) => Child,
): ReferencePage | undefined {
  if (path === '/docs') return renderStartPage(reader)
  if (path === '/docs/keys') return renderKeysPage(reader)
  if (path === '/docs/errors') return renderErrorsPage(reader)
  const [, folder, name = ''] = /^\/docs\/(operations|errors)\/([^/]+)$/.exec(path) ?? []
  if (folder === 'operations') {
    const operation = findOperation(name)
    return operation === undefined
      ? undefined
      : renderOperationPage(operation, reader, renderTryOperation(operation))
  }
  if (folder === 'errors') {
    const error = findError(name)
    return error === undefined ? undefined : renderErrorPage(error, reader)
  }
  const [, call] = /^\/docs\/control-protocol\/([^/]+)$/.exec(path) ?? []
  if (call !== undefined) {
    const known = findControlCall(call)
    return known === undefined ? undefined : renderControlCallPage(known, reader)
  }
  const guide = findGuide(path)
  return guide === undefined ? undefined : renderGuidePage(guide, reader, renderAddition(path, reader))
}

/** Returns the content that the reference adds below a page of docs/; null for most pages. */
function renderAddition(path: string, reader: Reader): Child {
  if (path === '/docs/webhooks') return <EventSample reader={reader} />
  return path === '/docs/control-protocol' ? <ControlCalls /> : null
}

/** Returns pages that an unknown URL may have meant. */
async function suggestPages(path: string, { url }: Reader): Promise<readonly FoundEntry[]> {
  const words = (path.split('/').at(-1) ?? '').replaceAll(/[._-]+/g, ' ')
  return (await searchReference(words, url)).slice(0, 5)
}

function isPageRequest(http: HttpContext): boolean {
  return http.env.incoming.headers.accept?.toLowerCase().includes('text/html') ?? false
}
