import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Hono } from 'hono'
import type { Context } from '../../simulator/accounts/context.ts'
import { findRunningScenario } from '../../simulator/scenarios/running.ts'
import { ApiError } from '../../simulator/specification/errors.ts'
import {
  addAccountToPath,
  dashboardBase,
  pagesBesideAccounts,
  signInPath,
  signOutPath,
} from '../dashboard-base.ts'
import { toApiError } from '../defects.ts'
import { findRequestOrigin } from '../http/request-origin.ts'
import { readPageRequestId } from '../http/response-headers.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import { sendFragment, sendPage, sendRedirect } from '../pages/send-page.tsx'
import { commitBeforeResponse } from '../service/commit.ts'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'
import { sendEvents } from '../stream/event-stream.ts'
import { renderConfirmation, renderFormCommands } from './action-form.tsx'
import { openChangeStream, PendingPages } from './changes/change-stream.ts'
import { makePageCalls } from './control-call.ts'
import { describeRefusedForm, readForm } from './form.ts'
import { renderInFrame } from './frame.tsx'
import { renderMissingPage, renderRefusalPage, renderSignInPage } from './outer-pages.tsx'
import type { DashboardPage, FormValues, Notice, PageAction, PageRequest, RefusedForm, Undo } from './page.ts'
import { dashboardPages } from './pages.ts'
import { serveDashboardFiles } from './served-files.ts'
import { type Session, signInFormName } from './session.ts'
import { buildEventsPath } from './time/moments.tsx'

/** The pages to which the navigation links. */
const navigationPages = dashboardPages.filter(({ shortcut }) => shortcut !== undefined)

/** The state that all routes of the dashboard share. */
interface Dashboard {
  readonly server: ServerContext
  readonly session: Session
  /** The results of submitted forms by notice id, oldest first. A result is kept until a page shows it. */
  readonly notices: Map<string, Notice>
  readonly pendingPages: PendingPages
}

/** Returns the app of the dashboard, which serves the pages of each account below its id. */
export function createDashboardApp(server: ServerContext, session: Session): Hono<Bindings> {
  // Without `strict`, a path may also end with a slash.
  const app = new Hono<Bindings>({ strict: false })
  const dashboard: Dashboard = { server, session, notices: new Map(), pendingPages: new PendingPages() }
  app.onError((error, http) => sendErrorPage(dashboard, http, error))
  app.notFound((http) => sendErrorPage(dashboard, http, new ApiError('REQUEST.ROUTE.NOT_FOUND')))
  app.get(signInPath, (http) =>
    session.isSignedIn(http)
      ? sendRedirect(http, findPageAfterSignIn(http))
      : sendSignInPage(dashboard, http),
  )
  app.post(signInPath, (http) => signIn(dashboard, http))
  app.post(signOutPath, (http) => signOut(dashboard, http))
  app.use(`${dashboardBase}/*`, (http, next) =>
    session.isSignedIn(http)
      ? next()
      : Promise.resolve(sendRedirect(http, addAccountToPath(signInPath, findRequestedAccount(http)))),
  )
  app.get(dashboardBase, (http) => {
    const { id } = server.simulator.getAccount(
      http.req.query('account') ?? server.simulator.defaultAccount.id,
    )
    return sendRedirect(http, `${dashboardBase}/${id}`, { status: 302 })
  })
  app.get(`${dashboardBase}/:account/ticks`, (http) => {
    const { id } = server.simulator.getAccount(http.req.param('account'))
    const missed = dashboard.pendingPages.takeMissed(http.req.query('page') ?? '')
    const endings = [server.endings, session.findEndListeners(http) ?? []].flat()
    const stream = openChangeStream(server.simulator, { account: id, missed, endings })
    return sendEvents(server, http, { headers: pageHeaders, stream })
  })
  // The routes of files come first, because the route of a batch's page also matches the path of the CSV template.
  serveDashboardFiles(app, server)
  for (const page of dashboardPages) {
    const pattern = page.path === '' ? `${dashboardBase}/:account` : `${dashboardBase}/:account/${page.path}`
    app.get(pattern, (http) => showPage(dashboard, { http, page }))
    app.post(pattern, (http) => runPageAction(dashboard, { http, page }))
  }
  return app
}

/** A request for a page, with its refused form if there is one. */
interface PageVisit {
  readonly http: HttpContext
  readonly page: DashboardPage
  readonly refused?: RefusedForm
}

async function showPage(dashboard: Dashboard, visit: PageVisit): Promise<Response> {
  const { server, notices, pendingPages } = dashboard
  const { http, page, refused } = visit
  const request = createPageRequest(dashboard, visit)
  const { context, query } = request
  // A request with this header comes from an open page that renews its parts. That page has its event stream already.
  const isWholePage = http.req.header('hx-request') === undefined
  const streamToken = isWholePage ? pendingPages.addPage(server.simulator, context.id) : ''
  const view = 'show' in page ? await page.show(request) : { body: await page.body(request) }
  const notice = takeNotice(notices, query.get('notice') ?? '')
  const frame = { page, request, view, navigation: navigationPages, notice, streamToken }
  return sendPage(http, renderInFrame(frame), { status: refused === undefined ? 200 : 422 })
}

function createPageRequest({ server, session }: Dashboard, { http, page, refused }: PageVisit): PageRequest {
  const context = server.simulator.getAccount(http.req.param('account') ?? '')
  const query = new URL(http.req.url).searchParams
  const createRequestFor = (wanted: DashboardPage): PageRequest => {
    const isHere = wanted === page
    const path = isHere ? http.req.path : toAccountPath(context.id, wanted.path)
    return {
      server,
      context,
      url: findRequestOrigin(server, http),
      isGuarded: session.isNeeded,
      signOutToken: session.createFormToken(http, 'sign-out'),
      path,
      query,
      address: isHere ? removeNoticeFromPath(path, query) : path,
      href: (place) => toAccountPath(context.id, place),
      param: (name) => http.req.param(name) ?? '',
      actions: wanted.actions ?? {},
      createFormToken: (action) => session.createFormToken(http, `${wanted.path} ${action}`),
      refused: isHere ? refused : undefined,
      createRequestFor: createRequestFor,
    }
  }
  return createRequestFor(page)
}

/**
 * Runs the action of a submitted form and redirects to a page that shows the result. If the action needs a
 * confirmation, shows its question first.
 */
async function runPageAction(dashboard: Dashboard, { http, page }: PageVisit): Promise<Response> {
  const { server, session, notices } = dashboard
  const values = await readForm(http)
  if (values['do'] === 'commands') return sendFormCommands(dashboard, { http, page }, values)
  const { do: name = '', token, valueThen, question, button = '', confirmed, ...given } = values
  const action = Object.hasOwn(page.actions ?? {}, name) ? page.actions?.[name] : undefined
  if (action === undefined) throw new ApiError('REQUEST.ROUTE.NOT_FOUND')
  if (!session.isOwnForm(http, `${page.path} ${name}`, token)) return refuseForgedForm(http)
  if (confirmed === undefined) {
    const asked =
      question === undefined
        ? await action.confirm?.(given, createPageRequest(dashboard, { http, page }))
        : { question, button }
    if (asked !== undefined) {
      const show = (request: PageRequest) => renderConfirmation(request, name, given, asked)
      return showPage(dashboard, { http, page: { ...page, show } })
    }
  }
  const context = server.simulator.getAccount(http.req.param('account') ?? '')
  const account = context.id
  const scenario = findRunningScenario(context)
  const thenMs = context.clock.now()
  try {
    refuseUndoAfterChange(action, context, valueThen)
    const undoing = action.undo?.(context, given)
    const { calls, response } = await makePageCalls(server, account, action.call(given, context))
    await commitBeforeResponse(server, readPageRequestId(http))
    const undo = typeof undoing === 'function' ? undoing(response) : undoing
    const notice = keepNotice(notices, {
      message: mentionEndedScenario(action.message(given, response), scenario, findRunningScenario(context)),
      calls,
      undo: createUndoForm(server, { action: name, values: given }, undo, action.currentValue?.(context)),
    })
    const next = action.next?.(given, response)
    const here = action.movesTime === true ? buildEventsPath(http.req.path, thenMs) : http.req.path
    const place = next === undefined ? here : toAccountPath(account, next)
    return sendRedirect(http, addNoticeToPath(place, notice))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const refused = describeRefusedForm(name, action, given, error)
    return showPage(dashboard, { http, page, refused })
  }
}

/** If an action has ended a scenario, says so before the message of the action. */
function mentionEndedScenario(
  message: Notice['message'],
  scenarioBefore: string | null,
  scenarioNow: string | null,
) {
  if (scenarioBefore === null || scenarioBefore === scenarioNow || typeof message !== 'string') return message
  return `The scenario ${scenarioBefore} has ended. ${message}`
}

/** Sends the commands that are equivalent to a form with its current values. Does not run the action of the form. */
function sendFormCommands(dashboard: Dashboard, visit: PageVisit, values: FormValues): Response {
  const { do: _, action = '', about = '', token, question: __, button: ___, ...given } = values
  const { http, page } = visit
  if (!dashboard.session.isOwnForm(http, `${page.path} ${action}`, token)) return refuseForgedForm(http)
  return sendFragment(http, renderFormCommands(createPageRequest(dashboard, visit), action, about, given))
}

/** The number of notices after which the oldest is dropped. */
const maxKeptNotices = 100

/** Stores a notice and returns its id. */
function keepNotice(notices: Map<string, Notice>, notice: Notice): string {
  const id = randomBytes(6).toString('base64url')
  notices.set(id, notice)
  const [oldest = ''] = notices.keys()
  if (notices.size > maxKeptNotices) notices.delete(oldest)
  return id
}

/** Returns the notice with an id and removes it, so that only one page shows it. */
function takeNotice(notices: Map<string, Notice>, id: string): Notice | undefined {
  const notice = notices.get(id)
  notices.delete(id)
  return notice
}

/** Returns a path with its query, without the parameter `notice`. */
function removeNoticeFromPath(path: string, query: URLSearchParams): string {
  const kept = new URLSearchParams(query)
  kept.delete('notice')
  return kept.size === 0 ? path : `${path}?${kept}`
}

/** Adds the id of a notice to the query of a path. A fragment stays at the end. */
function addNoticeToPath(place: string, notice: string): string {
  const [path = '', fragment] = place.split('#')
  const hash = fragment === undefined ? '' : `#${fragment}`
  return `${path}${path.includes('?') ? '&' : '?'}notice=${notice}${hash}`
}

/** Returns the path of an account's page. A path that begins with a slash stays as it is. */
function toAccountPath(account: string, path: string): string {
  return path.startsWith('/') ? path : `${dashboardBase}/${account}/${path}`
}

/** Returns the form that undoes an action; undefined if nothing changed, or if the form would show a secret. */
function createUndoForm({ conceal }: ServerContext, done: Undo, undo?: Undo, valueThen?: string) {
  if (undo === undefined || isDeepStrictEqual(undo, done)) return undefined
  const form = valueThen === undefined ? undo : { ...undo, values: { ...undo.values, valueThen } }
  const text = JSON.stringify(form)
  return conceal(text) === text ? form : undefined
}

/** Throws VALIDATION.FIELD.INVALID if a setting has changed since its action: undo would revert the later change. */
function refuseUndoAfterChange({ currentValue }: PageAction, account: Context, valueThen?: string): void {
  const now = currentValue?.(account)
  if (valueThen === undefined || now === undefined || now === valueThen) return
  throw new ApiError('VALIDATION.FIELD.INVALID', {
    message: `Undo is refused, because the value has changed since the action: it was ${valueThen} and is now ${now}.`,
    suggestion: 'Undo would also revert the later change. Set the value on this page instead.',
  })
}

function sendSignInPage({ session }: Dashboard, http: HttpContext, refused?: 'wrong' | 'busy') {
  const page = renderSignInPage(
    session.createFormToken(http, signInFormName),
    findRequestedAccount(http),
    refused,
  )
  const status = refused === undefined ? 200 : refused === 'busy' ? 429 : 422
  return sendPage(http, page, { status })
}

async function signIn(dashboard: Dashboard, http: HttpContext): Promise<Response> {
  const { session } = dashboard
  const { token, control_token } = await readForm(http)
  const signedIn = session.isOwnForm(http, signInFormName, token)
    ? await session.signIn(http, control_token)
    : 'wrong'
  if (typeof signedIn === 'string') return sendSignInPage(dashboard, http, signedIn)
  setCookies(http, signedIn.cookies)
  return sendRedirect(http, findPageAfterSignIn(http))
}

async function signOut({ session }: Dashboard, http: HttpContext): Promise<Response> {
  const { token } = await readForm(http)
  if (!session.isOwnForm(http, 'sign-out', token)) return refuseForgedForm(http)
  setCookies(http, session.signOut(http))
  return sendRedirect(http, addAccountToPath(signInPath, findRequestedAccount(http)))
}

/** Returns the account that a request names in its path, or else in its query; undefined if it names none. */
function findRequestedAccount(http: HttpContext): string | undefined {
  const [, , account = ''] = http.req.path.split('/')
  const isAccount = account !== '' && !pagesBesideAccounts.includes(account)
  return isAccount ? account : http.req.query('account')
}

/** Returns the path of the page that a reader sees first after signing in. */
function findPageAfterSignIn(http: HttpContext): string {
  const account = findRequestedAccount(http)
  return account === undefined ? dashboardBase : `${dashboardBase}/${encodeURIComponent(account)}`
}

/** Sets cookies on Node's response: of several `Set-Cookie` headers in a header list, Node sends only the last one. */
function setCookies(http: HttpContext, cookies: readonly string[]): void {
  http.env.outgoing.setHeader('Set-Cookie', cookies)
}

/** Refuses a form with a wrong form token: the form is from another site, or from before a restart. Returns an error page. */
function refuseForgedForm(http: HttpContext): Response {
  const message =
    'The form was opened before a restart of the simulator, or is from another site. Nothing was changed. ' +
    'Open the page again and repeat the action.'
  const page = renderRefusalPage('This form is out of date', message, http.req.path)
  return sendPage(http, page, { status: 403 })
}

/** Sends an error page. If the error is 404, the page links to the pages of the account. */
function sendErrorPage({ server }: Dashboard, http: HttpContext, thrown: Error): Response {
  const requestId = readPageRequestId(http)
  const error = toApiError(thrown, requestId, server.reportDefect)
  const { status, message, suggestion } = error
  if (status === 404) {
    const { simulator } = server
    const wanted = findRequestedAccount(http)
    const { id } = simulator.listAccounts().find((each) => each.id === wanted) ?? simulator.defaultAccount
    return sendPage(http, renderMissingPage(error, http.req.path, id, navigationPages), { status })
  }
  const text = `${status >= 500 ? `${message} (${requestId})` : message} ${suggestion}`
  return sendPage(http, renderRefusalPage('That did not work', text, dashboardBase), { status })
}
