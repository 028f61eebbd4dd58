import type { Child } from 'hono/jsx'
import { dashboardBase } from '../../dashboard-base.ts'
import type { PageContent } from '../../pages/send-page.tsx'
import { readGuideTitle } from '../model/guides.ts'
import { operationGroups } from '../model/operations.ts'
import { buildOperationPath } from '../model/search.ts'
import type { Reader } from '../reader.ts'

/** A page of the reference without its frame. */
export interface ReferencePage {
  readonly title: string
  readonly heading?: Child
  readonly body: Child
  /** The search query, on a page of results. */
  readonly query?: string
}

/** Renders a page of the reference in its frame, with the navigation. */
export function renderInFrame(
  { title, heading, body, query = '' }: ReferencePage,
  path: string,
  reader: Reader,
): PageContent {
  const dashboard = { name: 'Dashboard', href: `${dashboardBase}/${reader.account}`, isCurrent: false }
  return {
    title,
    heading: heading ?? title,
    place: 'Drydock reference',
    sheets: ['reference.css'],
    parts: [
      ...(reader.isControlled ? [dashboard] : []),
      { name: 'Reference', href: '/docs', isCurrent: true },
    ],
    bar: <SearchForm query={query} />,
    navigation: <Navigation path={path} />,
    body,
  }
}

/** Renders the search form in the bar at the top. With script, results appear while the reader types. */
function SearchForm({ query }: { readonly query: string }) {
  return (
    <search class="search">
      <form action="/docs/search" method="get" class="inline">
        <label class="unseen" for="search">
          Search the reference
        </label>
        <input
          id="search"
          name="q"
          type="search"
          value={query}
          placeholder="Search the reference"
          autocomplete="off"
          spellcheck={false}
          data-search
          hx-get="/docs/search"
          hx-trigger="input changed delay:150ms"
          hx-target="#found"
          hx-sync="this:replace"
        />
      </form>
      <div id="found" class="found" />
    </search>
  )
}

const mainGuides = ['/docs/dashboard', '/docs/webhooks', '/docs/time', '/docs/faults', '/docs/magic-values']

const furtherGuides = [
  '/docs/command-line',
  '/docs/library',
  '/docs/control-protocol',
  '/docs/conformance',
  '/docs/data-file',
  '/docs/choices',
  '/docs/limits-of-the-simulation',
  '/docs/specification',
  '/docs/api',
]

function Navigation({ path }: { readonly path: string }) {
  const renderGuideLinks = (paths: readonly string[]) =>
    paths.map((each) => <NavigationItem href={each} label={readGuideTitle(each)} path={path} />)
  return (
    <>
      <ul>
        <NavigationItem href="/docs" label="Getting started" path={path} />
        <NavigationItem href="/docs/keys" label="Keys, scopes and limits" path={path} />
        <NavigationItem href="/docs/errors" label="Errors" path={path} />
        {renderGuideLinks(mainGuides)}
      </ul>
      {operationGroups.map(({ name, operations }) => (
        <>
          <h2>{name}</h2>
          <ul>
            {operations.map((operation) => (
              <NavigationItem href={buildOperationPath(operation)} label={operation.summary} path={path} />
            ))}
          </ul>
        </>
      ))}
      <h2>More</h2>
      <ul>{renderGuideLinks(furtherGuides)}</ul>
    </>
  )
}

function NavigationItem({
  href,
  label,
  path,
}: {
  readonly href: string
  readonly label: string
  readonly path: string
}) {
  const isWithin = href !== '/docs' && path.startsWith(`${href}/`)
  return (
    <li>
      <a href={href} aria-current={path === href ? 'page' : isWithin ? 'true' : undefined}>
        {label}
      </a>
    </li>
  )
}
