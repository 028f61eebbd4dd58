import type { Child } from 'hono/jsx'
import { dashboardBase } from '../dashboard-base.ts'
import { CodeBlock } from '../pages/components/code-block.tsx'
import { Icon, type IconName, isIconName } from '../pages/components/icon.tsx'
import { Notice as NoticeBox } from '../pages/components/notice.tsx'
import type { PageContent } from '../pages/send-page.tsx'
import { ActionForm, Commands } from './action-form.tsx'
import { BarState } from './bar-state.tsx'
import { addressText } from './buy/validated.tsx'
import type { DashboardPage, Notice, PageProps, PageRequest, PageView } from './page.ts'
import { Reason } from './requests/reason.tsx'
import { FrozenLimit, retryAtMs } from './time/frozen-limit.tsx'

interface Framed {
  readonly page: DashboardPage
  readonly request: PageRequest
  readonly view: PageView
  readonly navigation: readonly DashboardPage[]
  readonly notice: Notice | undefined
  /** The token with which the page's event stream replays changes since it was rendered. */
  readonly name: string
}

/** Renders a page in the dashboard's frame: navigation, account, clock and active faults. */
export function inFrame({ page, request, view, navigation, notice, name }: Framed): PageContent {
  const { context } = request
  const base = `${dashboardBase}/${context.id}`
  return {
    title: view.subject?.join(' ') ?? view.title ?? page.title,
    heading: headingOf(view) ?? view.title ?? page.title,
    place: `${context.id} · Drydock`,
    actions: view.actions,
    live: { class: 'dense', 'hx-ext': 'sse, morph', 'sse-connect': `${base}/ticks?page=${name}` },
    parts: siteSections(context.id),
    bar: <BarState page={request} />,
    navigation: (
      <>
        <ul>
          {navigation.map((each) => (
            <li>
              <PageLink to={each} base={base} page={page} />
            </li>
          ))}
          {siteSections(context.id)
            .filter(({ isCurrent }) => !isCurrent)
            .map(({ name, href }) => (
              <li class="rail-parts">
                <a href={href}>
                  <Icon name="page" />
                  {name}
                </a>
              </li>
            ))}
        </ul>
        <button type="button" class="help" data-help hidden>
          Shortcuts <kbd>?</kbd>
        </button>
      </>
    ),
    quick: navigation
      .filter(({ path }) => quickPaths.has(path))
      .map((each) => <PageLink to={each} base={base} page={page} isQuick />),
    body: (
      <>
        {notice === undefined ? null : <ActionResult page={request} notice={notice} />}
        <Refused page={request} />
        {view.body}
        <Shortcuts navigation={navigation} />
      </>
    ),
  }
}

function headingOf({ subject, heading }: PageView): Child {
  if (subject === undefined) return heading
  const [kind, id] = subject
  return (
    <>
      {kind} <code>{id}</code>
    </>
  )
}

/** The pages that a person needs most: any fault, or a label, is two clicks from everywhere. */
const quickPaths = new Set(['', 'buy', 'requests', 'carriers', 'time'])

interface PageLinkProps {
  readonly to: DashboardPage
  /** The path of the account's pages. */
  readonly base: string
  /** The page that is shown. */
  readonly page: DashboardPage
  /** Whether the link repeats one of the navigation. */
  readonly isQuick?: boolean
}

function PageLink({ to: { path, title, shortcut }, base, page, isQuick = false }: PageLinkProps) {
  return (
    <a
      href={path === '' ? base : `${base}/${path}`}
      aria-current={isWithin(page, path) ? 'page' : undefined}
      data-shortcut={isQuick ? undefined : shortcut}
      aria-keyshortcuts={isQuick ? undefined : `g ${shortcut}`}
    >
      <Icon name={iconOf(path)} />
      {title}
    </a>
  )
}

/**
 * Shows the result of the previous action, with its undo form, above the content of the page: it covers nothing.
 */
function ActionResult({ page, notice }: PageProps & { readonly notice: Notice }) {
  const { message: said, undo, calls } = notice
  const { text, code } = typeof said === 'string' ? { text: said, code: undefined } : said
  return (
    <NoticeBox tone="good" hasFocus>
      <div class="stack">
        <div class="row">
          <p>{text}</p>
          {undo === undefined ? null : (
            <ActionForm
              page={page}
              action={undo.action}
              submit="Undo"
              values={undo.values}
              hasCommands={false}
            />
          )}
          <button type="button" class="button plain" data-close hidden aria-label="Close this message">
            <Icon name="close" />
          </button>
        </div>
        {code === undefined ? null : <CodeBlock {...code} isWrapped />}
        <Commands page={page} calls={calls} of="what was done" />
      </div>
    </NoticeBox>
  )
}

/** Shows a refusal that belongs to no field. It is at the top, because the form may be far down or gone. */
function Refused({ page }: PageProps) {
  const { refused } = page
  if (refused === undefined) return null
  const { message, requestId, suggestions, errors } = refused
  const isAtFields = errors.size > 0
  if (isAtFields && requestId === undefined) return null
  const entry = requestId === undefined ? undefined : page.context.requestLog.find(requestId)
  return (
    <NoticeBox tone="bad" hasFocus={!isAtFields}>
      {entry === undefined ? (
        <p>That did not work. {page.server.conceal(message)}</p>
      ) : (
        <Reason page={page} entry={entry} isShort={isAtFields} />
      )}
      {entry === undefined ? null : <FrozenLimit page={page} untilMs={retryAtMs(entry)} />}
      {suggestions.length === 0 ? null : (
        <ul>
          {suggestions.map((address) => (
            <li>Perhaps {addressText(page, address)}</li>
          ))}
        </ul>
      )}
      {requestId === undefined ? null : (
        <a href={page.href(`requests/${requestId}`)}>The request and its response</a>
      )}
    </NoticeBox>
  )
}

/**
 * Returns the sections of the site in the bar. The link to the reference selects this account, whose keys it
 * then shows.
 */
export function siteSections(account?: string): PageContent['parts'] {
  return [
    { name: 'Dashboard', href: dashboardBase, isCurrent: true },
    {
      name: 'Reference',
      href: account === undefined ? '/docs' : `/docs?account=${account}`,
      isCurrent: false,
    },
  ]
}

/** Returns the icon of a page in the navigation. */
function iconOf(path: string): IconName {
  if (path === '') return 'overview'
  return isIconName(path) ? path : 'page'
}

/** Whether a page is the linked one or is below it. */
function isWithin(page: DashboardPage, path: string): boolean {
  return page.path === path || (path !== '' && page.path.startsWith(`${path}/`))
}

function Shortcuts({ navigation }: { readonly navigation: readonly DashboardPage[] }) {
  const keys: readonly (readonly [string, string])[] = [
    ['/', 'Search or filter'],
    ['.', 'Pause or go on with what is live'],
    ['j', 'The next row'],
    ['k', 'The row before'],
    ['Enter', 'Open the row'],
    ...navigation.map(({ shortcut, title }): [string, string] => [`g ${shortcut}`, title]),
    ['?', 'These shortcuts'],
    ['Esc', 'Close'],
  ]
  return (
    <dialog id="shortcuts" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Shortcuts</h2>
      <dl class="keys">
        {keys.map(([key, does]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="button plain">
          Close
        </button>
      </form>
    </dialog>
  )
}
