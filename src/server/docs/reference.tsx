import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { withoutTrailingSlashes } from '../../trailing-slashes.ts'
import type { Session } from '../dashboard/session.ts'
import { signInPath } from '../dashboard-base.ts'
import { routeNotFound } from '../http/refusal.ts'
import { refuse } from '../http/respond.ts'
import { renderInSteps } from '../pages/render-in-steps.ts'
import { sendFragment, sendPage, sendRedirect } from '../pages/send-page.tsx'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'
import { runInSlices } from '../time-slices.ts'
import { controlCallNamed } from './model/control-calls.ts'
import { errorNamed } from './model/errors.ts'
import { guideAt, readGuideAt } from './model/guides.ts'
import { operationNamed, type ReferenceOperation } from './model/operations.ts'
import { type Found, search } from './model/search.ts'
import { choiceHeaders, type Reader, readerOf } from './reader.ts'
import { sendTried, tryIt } from './try-it.tsx'
import { ControlCalls, controlCallPage } from './views/control-call.tsx'
import { errorPage, errorsPage } from './views/errors.tsx'
import { FoundWhileTyping, searchPage } from './views/found.tsx'
import { inFrame, type ReferencePage } from './views/frame.tsx'
import { guidePage } from './views/guide.tsx'
import { keysPage } from './views/keys.tsx'
import { missingPage } from './views/missing.tsx'
import { operationPage } from './views/operation.tsx'
import { startPage } from './views/start.tsx'
import { TryOutcome } from './views/try-it.tsx'
import { EventSample } from './views/webhook.tsx'

/** Serves the reference: pages made of the OpenAPI documents, the tables of errors and docs/. */
export function createReference(server: ServerContext, session: Session): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.get('/docs/search', async (http) => {
    const query = http.req.query('q') ?? ''
    const found = await search(query, readerOf(server, http, session).url)
    return http.req.header('HX-Request') === 'true'
      ? sendFragment(http, <FoundWhileTyping query={query} found={found} />)
      : show(http, searchPage({ query, found }))
  })
  const tried = { server, session }
  app.post('/docs/operations/:name', async (http) => {
    const operation = operationNamed(http.req.param('name'))
    if (operation === undefined) return show(http, missingPage([]), 404)
    const reader = readerOf(server, http, session)
    if (reader.environments === null) return sendRedirect(http, signInPath)
    const given = await sendTried(tried, http, operation)
    if (http.req.header('HX-Request') === 'true')
      return sendFragment(http, <TryOutcome outcome={given.outcome} />, { status: given.status })
    return show(
      http,
      operationPage(operation, reader, tryIt(tried, http, { operation, reader, given })),
      given.status,
    )
  })
  app.get('*', async (http) => {
    // The longest guides take long to read and to render, so both happen in steps.
    await runInSlices(readGuideAt(http.req.path))
    const reader = readerOf(server, http, session)
    const page = pageAt(http.req.path, reader, (operation) => tryIt(tried, http, { operation, reader }))
    if (page !== undefined) return show(http, page)
    const straight = withoutTrailingSlashes(http.req.path)
    if (straight !== http.req.path) return sendRedirect(http, straight, { status: 302 })
    if (!asksForPage(http)) return refuse(server, http, routeNotFound(server))
    return show(http, missingPage(await suggestPages(http.req.path, readerOf(server, http, session))), 404)
  })
  const show = async (http: HttpContext, page: ReferencePage, status = 200): Promise<Response> => {
    const reader = readerOf(server, http, session)
    const body = await runInSlices(renderInSteps(page.body))
    return sendPage(http, inFrame({ ...page, body }, http.req.path, reader), {
      status,
      headers: choiceHeaders(http, reader),
    })
  }
  return app
}

/** Returns the page at a path; undefined if there is none. */
function pageAt(
  path: string,
  reader: Reader,
  tryOperation: (operation: ReferenceOperation) => Child,
): ReferencePage | undefined {
  if (path === '/docs') return startPage(reader)
  if (path === '/docs/keys') return keysPage(reader)
  if (path === '/docs/errors') return errorsPage(reader)
  const [, folder, name = ''] = /^\/docs\/(operations|errors)\/([^/]+)$/.exec(path) ?? []
  if (folder === 'operations') {
    const operation = operationNamed(name)
    return operation === undefined ? undefined : operationPage(operation, reader, tryOperation(operation))
  }
  if (folder === 'errors') {
    const error = errorNamed(name)
    return error === undefined ? undefined : errorPage(error, reader)
  }
  const [, call] = /^\/docs\/control-protocol\/([^/]+)$/.exec(path) ?? []
  if (call !== undefined) {
    const known = controlCallNamed(call)
    return known === undefined ? undefined : controlCallPage(known, reader)
  }
  const guide = guideAt(path)
  return guide === undefined ? undefined : guidePage(guide, reader, additionTo(path, reader))
}

/** Returns the reference's addition below a page of docs/. */
function additionTo(path: string, reader: Reader): Child {
  if (path === '/docs/webhooks') return <EventSample reader={reader} />
  return path === '/docs/control-protocol' ? <ControlCalls /> : null
}

/** Returns pages that an unknown URL may have meant. */
async function suggestPages(path: string, { url }: Reader): Promise<readonly Found[]> {
  const words = (path.split('/').at(-1) ?? '').replaceAll(/[._-]+/g, ' ')
  return (await search(words, url)).slice(0, 5)
}

function asksForPage(http: HttpContext): boolean {
  return http.env.incoming.headers.accept?.toLowerCase().includes('text/html') ?? false
}
