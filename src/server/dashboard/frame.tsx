import { dashboardBase } from '../dashboard-base.ts'
import { Button, CodeBlock, Icon, isIconName, LinkButton, Notice as NoticeBox } from '../pages/components.ts'
import type { PageContent } from '../pages/send-page.tsx'
import type { Part } from '../pages/shell.tsx'
import { ActionForm, CommandLines } from './action-form.tsx'
import { BarState } from './bar-state.tsx'
import { createSuggestionQuery } from './buy/parcel-form.ts'
import { formatAddress } from './format.tsx'
import type { DashboardPage, Notice, PageProps, PageRequest, PageView } from './page.ts'
import { ReasonSentence } from './requests/reason.tsx'
import { FrozenLimit, readRetryTimeMs } from './time/time.tsx'

interface FrameContent {
  readonly page: DashboardPage
  readonly request: PageRequest
  readonly view: PageView
  /** The pages that the navigation links to. */
  readonly navigation: readonly DashboardPage[]
  readonly notice: Notice | undefined
  /** The token with which the page's event stream gets the changes since the page was rendered. */
  readonly streamToken: string
}

/** Renders a page in the dashboard's frame, with navigation, account, clock and active faults. */
export function renderInFrame(frame: FrameContent): PageContent {
  const { page, request, view, navigation, notice, streamToken } = frame
  const { context } = request
  const base = `${dashboardBase}/${context.id}`
  const parts = listSiteSections(context.id)
  const [, reference] = parts
  const [kind, id] = view.subject ?? []
  const subject = id && [kind, ' ', <code>{id}</code>]
  return {
    title: view.subject?.join(' ') ?? view.title ?? page.title,
    heading: subject ?? view.heading ?? view.title ?? page.title,
    place: `${context.id} · Drydock`,
    actions: view.actions,
    live: { class: 'dense', 'hx-ext': 'sse, morph', 'sse-connect': `${base}/ticks?page=${streamToken}` },
    parts,
    bar: <BarState page={request} />,
    navigation: (
      <>
        <ul>
          {navigation.map((each) => (
            <li>{renderPageLink(page, base, each)}</li>
          ))}
          <li class="rail-parts">
            <a href={reference.href}>
              <Icon name="page" />
              {reference.name}
            </a>
          </li>
        </ul>
        <button type="button" class="help" data-help hidden>
          Shortcuts <kbd>?</kbd>
        </button>
      </>
    ),
    quick: navigation
      .filter(({ path }) => quickLinkPaths.has(path))
      .map((each) => renderPageLink(page, base, each, true)),
    body: (
      <>
        {notice === undefined ? null : <ActionResult page={request} notice={notice} />}
        <RefusalNotice page={request} />
        {view.body}
        <ShortcutsDialog navigation={navigation} />
      </>
    ),
  }
}

/** The paths of the pages with a quick link. With them, each fault and each label is two clicks away from every page. */
const quickLinkPaths = new Set(['', 'buy', 'requests', 'carriers', 'time'])

/** Renders a link on a page to a page below `base`. A quick link repeats a link of the navigation. */
function renderPageLink(page: DashboardPage, base: string, to: DashboardPage, isQuick = false) {
  const { path, title, shortcut } = to
  const isWithin = page.path === path || (path !== '' && page.path.startsWith(`${path}/`))
  return (
    <a
      href={path === '' ? base : `${base}/${path}`}
      aria-current={isWithin ? 'page' : undefined}
      data-shortcut={isQuick ? undefined : shortcut}
      aria-keyshortcuts={isQuick ? undefined : `g ${shortcut}`}
    >
      <Icon name={path === '' ? 'overview' : isIconName(path) ? path : 'page'} />
      {title}
    </a>
  )
}

/** Shows the result of the previous action, with its undo form, above the content of the page. */
function ActionResult({ page, notice: { message, undo, calls } }: PageProps & { readonly notice: Notice }) {
  const { text, code } = typeof message === 'string' ? { text: message, code: undefined } : message
  return (
    <NoticeBox tone="good" hasFocus>
      <div class="stack">
        <div class="row">
          <p>{text}</p>
          {undo === undefined ? null : <ActionForm page={page} {...undo} submit="Undo" hasCommands={false} />}
          <button type="button" class="button plain" data-close hidden aria-label="Close this message">
            <Icon name="close" />
          </button>
        </div>
        {code === undefined ? null : <CodeBlock {...code} isWrapped />}
        <CommandLines page={page} calls={calls} of="what was done" />
      </div>
    </NoticeBox>
  )
}

/** Shows why a form was refused, at the top of the page, because the form may be far down or gone. */
function RefusalNotice({ page }: PageProps) {
  const { refused } = page
  if (refused === undefined) return null
  const { message, requestId, errors } = refused
  const isAtFields = errors.size > 0
  if (isAtFields && requestId === undefined) return null
  const entry = requestId && page.context.requestLog.find(requestId)
  return (
    <NoticeBox tone="bad" hasFocus={!isAtFields}>
      {entry ? (
        <>
          <ReasonSentence page={page} entry={entry} isShort={isAtFields} />
          <FrozenLimit page={page} untilMs={readRetryTimeMs(entry)} />
        </>
      ) : (
        <p>That did not work. {page.server.conceal(message)}</p>
      )}
      <SuggestedAddresses page={page} />
      {requestId === undefined ? null : (
        <a href={page.href(`requests/${requestId}`)}>The request and its response</a>
      )}
    </NoticeBox>
  )
}

/** Lists the addresses that the service suggests for an ambiguous one, each with a button that fills the form with it. */
function SuggestedAddresses({ page }: PageProps) {
  const { suggestions = [], values = {} } = page.refused ?? {}
  if (suggestions.length === 0) return null
  return (
    <ul>
      {suggestions.map((address) => (
        <li>
          Perhaps {formatAddress(page, address)}{' '}
          <LinkButton href={page.href(`buy?${createSuggestionQuery(values, address)}#parcel`)}>
            Use this address
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

/** Returns the links in the bar: to the dashboard, and to the reference with samples for `account`. */
export function listSiteSections(account?: string): readonly [Part, Part] {
  const reference = account === undefined ? '/docs' : `/docs?account=${account}`
  return [
    { name: 'Dashboard', href: dashboardBase, isCurrent: true },
    { name: 'Reference', href: reference, isCurrent: false },
  ]
}

function ShortcutsDialog({ navigation }: { readonly navigation: readonly DashboardPage[] }) {
  const keys: readonly (readonly [string, string])[] = [
    ['/', 'Search or filter'],
    ['.', 'Pause or resume the live list'],
    ['j', 'Next row'],
    ['k', 'Previous row'],
    ['Enter', 'Open the row'],
    ...navigation.map(({ shortcut, title }): [string, string] => [`g ${shortcut}`, title]),
    ['?', 'Show the shortcuts'],
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
        <Button>Close</Button>
      </form>
    </dialog>
  )
}
