import type { Child } from 'hono/jsx'
import packageFile from '../../../package.json' with { type: 'json' }
import { type AssetName, findAssetUrl } from './assets.ts'
import { Emblem } from './components/emblem.tsx'
import { Icon } from './components.ts'

/** Settings of htmx for a strict content security policy, and for showing form errors beside the fields. */
const htmxConfig = JSON.stringify({
  includeIndicatorStyles: false,
  allowEval: false,
  historyCacheSize: 0,
  responseHandling: [
    { code: '204', swap: false },
    { code: '[23]..', swap: true },
    { code: '422', swap: true },
    { code: '[45]..', swap: false, error: true },
  ],
})

/** A section of the site, as a link in the bar at the top. */
export interface Part {
  readonly name: string
  readonly href: string
  readonly isCurrent: boolean
}

export interface ShellProps {
  /** The subject of the page, for the window's title and the heading. */
  readonly title: string
  /** The names of the simulator and the account, added to the window's title to distinguish browser tabs. */
  readonly place: string
  /** The heading, if it says more than the title. */
  readonly heading?: Child
  /** The page's actions, beside the heading. */
  readonly actions?: Child
  readonly parts: readonly Part[]
  /** Further content of the bar at the top, such as a search or a clock. */
  readonly bar?: Child
  /** The navigation of this section of the site, as a `<ul>`; absent on a page without one. */
  readonly navigation?: Child
  /** The links at the bottom of a narrow screen, on which the navigation is hidden. */
  readonly quick?: Child
  /** The chosen theme, light or dark; by default, the system's. */
  readonly theme: 'light' | 'dark' | undefined
  /** Whether the commands beside forms are shown. */
  readonly hasCommands: boolean
  /** Attributes of `<body>` with values for the script of the page. */
  readonly live?: Readonly<Record<string, string>>
  /** Additional style sheets of this section of the site. */
  readonly sheets?: readonly AssetName[]
  readonly children?: Child
}

/** Renders the frame that all pages share. It has no inline script or style, and everything works without script. */
export function Shell(page: ShellProps) {
  const { title, place, theme, live, navigation, quick, sheets = [] } = page
  return (
    <html lang="en" data-theme={theme} data-commands={page.hasCommands ? 'on' : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>
          {title} · {place}
        </title>
        <meta name="color-scheme" content="light dark" />
        <meta name="htmx-config" content={htmxConfig} />
        <link rel="icon" href={findAssetUrl('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={findAssetUrl('drydock.css')} />
        {sheets.map((sheet) => (
          <link rel="stylesheet" href={findAssetUrl(sheet)} />
        ))}
        <script src={findAssetUrl('htmx.js')} defer />
        <script src={findAssetUrl('sse.js')} defer />
        <script src={findAssetUrl('idiomorph.js')} defer />
        <script src={findAssetUrl('app.js')} defer />
      </head>
      <body {...live}>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <TopBar {...page} />
        <div class={navigation === undefined ? 'frame alone' : 'frame'}>
          {navigation === undefined ? null : (
            <nav class="rail" id="rail" popover="auto" aria-label="Pages">
              {navigation}
            </nav>
          )}
          <Main {...page} />
        </div>
        {quick === undefined ? null : (
          <nav class="quick" aria-label="Quick links">
            {quick}
          </nav>
        )}
        <p class="announcement" role="status" id="announcement" />
      </body>
    </html>
  )
}

function TopBar({ parts, bar, navigation }: ShellProps) {
  return (
    <header class="bar">
      {navigation === undefined ? null : (
        <button type="button" class="menu" popovertarget="rail" aria-label="Menu">
          <Icon name="menu" />
        </button>
      )}
      <a class="brand" href={parts[0]?.href ?? '/docs'}>
        <Emblem />
        <span class="brand-name">Drydock</span>
      </a>
      <nav class="parts" aria-label="Parts">
        {parts.map(({ name, href, isCurrent }) => (
          <a href={href} aria-current={isCurrent ? 'true' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <div class="bar-own">{bar}</div>
      <button type="button" class="theme" data-theme-switch hidden aria-label="Theme" title="Theme">
        <Icon name="theme" />
      </button>
    </header>
  )
}

function Main({ title, heading, actions, children }: ShellProps) {
  return (
    <main id="main" tabindex={-1}>
      <div class="page-head">
        <h1>{heading ?? title}</h1>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </div>
      {children}
      <footer class="foot">Drydock {packageFile.version}</footer>
    </main>
  )
}
