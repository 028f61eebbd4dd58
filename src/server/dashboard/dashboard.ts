import { isDeepStrictEqual } from 'node:util'
import { Hono } from 'hono'
import type { Context } from '../../simulator/accounts/context.ts'
import { runningScenario } from '../../simulator/scenarios/running.ts'
import { ApiError } from '../../simulator/specification/errors.ts'
import {
  dashboardBase,
  pagesBesideAccounts,
  signInPath,
  signOutPath,
  withAccount,
} from '../dashboard-base.ts'
import { toRefusal } from '../defects.ts'
import { findRequestOrigin } from '../http/request-origin.ts'
import { readPageRequestId } from '../http/response-headers.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import { sendFragment, sendPage, sendRedirect } from '../pages/send-page.tsx'
import { commitResponse } from '../service/commit.ts'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'
import { sendEvents } from '../stream/event-stream.ts'
import { showCommands } from './action-form.tsx'
import { openChangeStream, PendingPages } from './changes/change-stream.ts'
import { confirmationView } from './confirmation.tsx'
import { makeCalls } from './control-call.ts'
import { readForm } from './form.ts'
import { inFrame } from './frame.tsx'
import { missingPage } from './missing-page.tsx'
import { Notices } from './notices.ts'
import type { DashboardPage, FormValues, Notice, PageAction, PageRequest, RefusedForm, Undo } from './page.ts'
import { dashboardPages } from './pages.ts'
import { refusalPage } from './refusal-page.tsx'
import { refusedForm } from './refused-form.ts'
import { serveFiles } from './served-files.ts'
import { type Session, signInForm } from './session.ts'
import { signInPage } from './sign-in.tsx'
import { buildEventsPath } from './time/happened-card.tsx'

/** The pages that the navigation has. */
const navigation = dashboardPages.filter(({ shortcut }) => shortcut !== undefined)

/** State shared by the dashboard's routes. */
interface Dashboard {
  readonly server: ServerContext
  readonly session: Session
  readonly notices: Notices
  readonly awaited: PendingPages
}

/** Returns the app of the dashboard: pages for people, below an account's name. */
export function createDashboard(server: ServerContext, session: Session): Hono<Bindings> {
  // People also type a slash at the end.
  const app = new Hono<Bindings>({ strict: false })
  const dashboard: Dashboard = {
    server,
    session,
    notices: new Notices(),
    awaited: new PendingPages(),
  }
  app.onError((error, http) => sendRefusal(dashboard, http, error))
  app.notFound((http) => sendRefusal(dashboard, http, new ApiError('REQUEST.ROUTE.NOT_FOUND')))
  app.get(signInPath, (http) =>
    session.isSignedIn(http)
      ? sendRedirect(http, wantedPage(http))
      : sendPage(
          http,
          signInPage({ formToken: session.formToken(http, signInForm), account: wantedAccount(http) }),
        ),
  )
  app.post(signInPath, (http) => signIn(dashboard, http))
  app.post(signOutPath, (http) => signOut(dashboard, http))
  app.use(`${dashboardBase}/*`, (http, next) =>
    session.isSignedIn(http)
      ? next()
      : Promise.resolve(sendRedirect(http, withAccount(signInPath, wantedAccount(http)))),
  )
  app.get(dashboardBase, (http) => {
    const { id } = server.simulator.account(http.req.query('account') ?? server.simulator.defaultAccount.id)
    return sendRedirect(http, `${dashboardBase}/${id}`, { status: 302 })
  })
  app.get(`${dashboardBase}/:account/ticks`, (http) => {
    const { id } = server.simulator.account(http.req.param('account'))
    const missed = dashboard.awaited.takeMissed(http.req.query('page') ?? '')
    const endings = [server.endings, session.endings(http) ?? []].flat()
    const stream = openChangeStream(server.simulator, { account: id, missed, endings })
    return sendEvents(server, http, { headers: pageHeaders, stream })
  })
  // Before the pages, as the name of a file would be the id of a batch.
  serveFiles(app, server)
  for (const page of dashboardPages) {
    const pattern = page.path === '' ? `${dashboardBase}/:account` : `${dashboardBase}/:account/${page.path}`
    app.get(pattern, (http) => showPage(dashboard, { http, page }))
    app.post(pattern, (http) => actOnPage(dashboard, { http, page }))
  }
  return app
}

interface Asked {
  readonly http: HttpContext
  readonly page: DashboardPage
  readonly refused?: RefusedForm
  readonly status?: number
}

async function showPage(dashboard: Dashboard, asked: Asked): Promise<Response> {
  const { server, notices, awaited } = dashboard
  const { http, page, status = 200 } = asked
  const request = pageRequest(dashboard, asked)
  const { context, query } = request
  // A request for a live part comes from a page that has its event stream open.
  const name =
    http.req.header('hx-request') === undefined ? awaited.addPage(server.simulator, context.id) : ''
  const view = 'show' in page ? await page.show(request) : { body: await page.body(request) }
  const notice = notices.take(query.get('notice'))
  return sendPage(http, inFrame({ page, request, view, navigation, notice, name }), { status })
}

function pageRequest({ server, session }: Dashboard, { http, page, refused }: Asked): PageRequest {
  const context = server.simulator.account(http.req.param('account') ?? '')
  const query = new URL(http.req.url).searchParams
  const request: PageRequest = {
    server,
    context,
    url: findRequestOrigin(server, http),
    isGuarded: session.isNeeded,
    signOutToken: session.formToken(http, 'sign-out'),
    path: http.req.path,
    query,
    address: addressOf(http.req.path, query),
    href: (place) => placeOf(context.id, place),
    param: (name) => http.req.param(name) ?? '',
    actions: page.actions ?? {},
    formToken: (action) => session.formToken(http, `${page.path} ${action}`),
    refused,
    elsewhere: (other) => ({
      ...request,
      path: placeOf(context.id, other.path),
      address: other === page ? request.address : placeOf(context.id, other.path),
      actions: other.actions ?? {},
      formToken: (action) => session.formToken(http, `${other.path} ${action}`),
      refused: other === page ? refused : undefined,
    }),
  }
  return request
}

/** Runs the action of a submitted form and redirects to a page that shows the result. */
async function actOnPage(dashboard: Dashboard, { http, page }: Asked): Promise<Response> {
  const { server, session, notices } = dashboard
  const values = await readForm(http)
  if (values['do'] === 'commands') return sendCommands(dashboard, { http, page }, values)
  const { do: name = '', token, stood: valueThen, asks, verb = '', confirmed, ...given } = values
  const action = Object.hasOwn(page.actions ?? {}, name) ? page.actions?.[name] : undefined
  if (action === undefined) throw new ApiError('REQUEST.ROUTE.NOT_FOUND')
  if (!session.isOwnForm(http, `${page.path} ${name}`, token)) return sendForged(http)
  const question =
    asks === undefined ? action.asks?.(given, pageRequest(dashboard, { http, page })) : { asks, verb }
  if (question !== undefined && confirmed === undefined) {
    const form = { action: name, values: given, ...question }
    return showPage(dashboard, {
      http,
      page: { ...page, show: (request) => confirmationView(request, form) },
    })
  }
  const context = server.simulator.account(http.req.param('account') ?? '')
  const account = context.id
  const scenario = runningScenario(context)
  const thenMs = context.clock.now()
  try {
    checkUnchanged(action, context, valueThen)
    const undoing = action.undo?.(context, given)
    const { calls, response } = await makeCalls(server, account, action.call(given, context))
    await commitResponse(server, readPageRequestId(http))
    const undo = typeof undoing === 'function' ? undoing(response) : undoing
    const notice = notices.add({
      message: withEndedScenario(action.message(given, response), scenario, runningScenario(context)),
      calls,
      undo: undoFormFor(server, { action: name, values: given }, undo, action.currentValue?.(context)),
    })
    const next = action.next?.(given, response)
    const here = action.movesTime === true ? buildEventsPath(http.req.path, thenMs) : http.req.path
    const place = next === undefined ? here : placeOf(account, next)
    return sendRedirect(http, withNotice(place, notice))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return showPage(dashboard, {
      http,
      page,
      status: 422,
      refused: refusedForm(name, { action, values: given }, error),
    })
  }
}

/** Says also that the scenario that ran before an action has ended since. */
function withEndedScenario(message: Notice['message'], before: string | null, now: string | null) {
  if (before === null || before === now || typeof message !== 'string') return message
  return `The scenario ${before} has ended. ${message}`
}

/** Sends the commands that do what a form would do with its values now. Nothing is done. */
function sendCommands(dashboard: Dashboard, asked: Asked, values: FormValues): Response {
  const { do: _, action = '', about = '', token, asks: __, verb: ___, confirmed: ____, ...given } = values
  const { http, page } = asked
  if (!dashboard.session.isOwnForm(http, `${page.path} ${action}`, token)) return sendForged(http)
  return sendFragment(http, showCommands(pageRequest(dashboard, asked), { action, about, values: given }))
}

/** Returns a path with a query, without the notice that the query may name. */
function addressOf(path: string, query: URLSearchParams): string {
  const kept = new URLSearchParams(query)
  kept.delete('notice')
  return kept.size === 0 ? path : `${path}?${kept}`
}

/** Adds the id of a notice to the query of a path, before its fragment. */
function withNotice(place: string, notice: string): string {
  const [path = '', fragment] = place.split('#')
  const hash = fragment === undefined ? '' : `#${fragment}`
  return `${path}${path.includes('?') ? '&' : '?'}notice=${notice}${hash}`
}

function placeOf(account: string, next: string): string {
  return next.startsWith('/') ? next : `${dashboardBase}/${account}/${next}`
}

/**
 * Returns the undo form. There is none if nothing changed, or if its fields would show a secret in the page.
 */
function undoFormFor(
  { conceal }: ServerContext,
  done: Undo,
  undo: Undo | undefined,
  valueThen: string | undefined,
): Undo | undefined {
  if (undo === undefined || isDeepStrictEqual(undo, done)) return undefined
  const way = valueThen === undefined ? undo : { ...undo, values: { ...undo.values, stood: valueThen } }
  const text = JSON.stringify(way)
  return conceal(text) === text ? way : undefined
}

/** Undo would also revert later changes. */
function checkUnchanged(
  { currentValue: stands }: PageAction,
  account: Context,
  valueThen: string | undefined,
): void {
  const now = stands?.(account)
  if (valueThen === undefined || now === undefined || now === valueThen) return
  throw new ApiError('VALIDATION.FIELD.INVALID', {
    message: `Undo is refused, because the value has changed since: it was ${valueThen} and is now ${now}.`,
    suggestion: 'Set the value that you want.',
  })
}

async function signIn({ session }: Dashboard, http: HttpContext): Promise<Response> {
  const { token, control_token } = await readForm(http)
  const signedIn = session.isOwnForm(http, signInForm, token)
    ? await session.signIn(http, control_token)
    : 'wrong'
  if (typeof signedIn === 'object') {
    setCookies(http, signedIn.cookies)
    return sendRedirect(http, wantedPage(http))
  }
  const status = signedIn === 'busy' ? 429 : 422
  const form = { formToken: session.formToken(http, signInForm), account: wantedAccount(http) }
  return sendPage(http, signInPage({ ...form, refused: signedIn }), { status })
}

async function signOut({ session }: Dashboard, http: HttpContext): Promise<Response> {
  const { token } = await readForm(http)
  if (!session.isOwnForm(http, 'sign-out', token)) return sendForged(http)
  setCookies(http, session.signOut(http))
  return sendRedirect(http, withAccount(signInPath, wantedAccount(http)))
}

/** Returns the account that a request names, in its query or as the first part of its path; undefined if none. */
function wantedAccount(http: HttpContext): string | undefined {
  const [, , account = ''] = http.req.path.split('/')
  const isAccount = account !== '' && !pagesBesideAccounts.includes(account)
  return isAccount ? account : http.req.query('account')
}

/** Returns the page that a signed-in reader sees first. */
function wantedPage(http: HttpContext): string {
  const account = wantedAccount(http)
  return account === undefined ? dashboardBase : `${dashboardBase}/${encodeURIComponent(account)}`
}

/** Node sends only the last of equal headers in a list, so several cookies are set before it. */
function setCookies(http: HttpContext, cookies: readonly string[]): void {
  http.env.outgoing.setHeader('Set-Cookie', cookies)
}

/** A form of another site has no token; a form from before a restart has an old one. */
function sendForged(http: HttpContext): Response {
  return sendPage(
    http,
    refusalPage({
      title: 'This form is out of date',
      message: 'It is from before a restart of the simulator, or from another site. Nothing was changed.',
      suggestion: 'Open the page again and repeat the action.',
      href: http.req.path,
    }),
    { status: 403 },
  )
}

function sendRefusal({ server }: Dashboard, http: HttpContext, error: Error): Response {
  const requestId = readPageRequestId(http)
  const refusal = toRefusal(error, requestId, server.reportDefect)
  const { status, message, suggestion } = refusal
  if (status === 404) {
    const { simulator } = server
    const wanted = wantedAccount(http)
    const account = simulator.accounts().find(({ id }) => id === wanted) ?? simulator.defaultAccount
    return sendPage(http, missingPage({ error: refusal, path: http.req.path, account, navigation }), {
      status,
    })
  }
  const title = 'That did not work'
  const told = status >= 500 ? `${message} (${requestId})` : message
  return sendPage(http, refusalPage({ title, message: told, suggestion, href: dashboardBase }), { status })
}
