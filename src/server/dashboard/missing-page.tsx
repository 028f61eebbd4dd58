import type { Context } from '../../simulator/accounts/context.ts'
import type { ApiError } from '../../simulator/specification/errors.ts'
import { dashboardBase } from '../dashboard-base.ts'
import type { PageContent } from '../pages/send-page.tsx'
import { siteSections } from './frame.tsx'
import type { DashboardPage } from './page.ts'

/** A longer path would hide the message. */
const longestShown = 80

interface Missing {
  readonly error: ApiError
  /** The path that was requested. */
  readonly path: string
  /** The account whose pages are linked. */
  readonly account: Context
  readonly navigation: readonly DashboardPage[]
}

/** Renders the response to a path where nothing is: what was requested, and links to the pages that exist. */
export function missingPage({ error, path, account: { id }, navigation }: Missing): PageContent {
  const [, , wanted = ''] = path.split('/')
  return {
    title: 'Not found',
    place: 'Drydock',
    parts: siteSections(id),
    body: (
      <>
        <p>
          {error.code === 'CONTROL.ACCOUNT.NOT_FOUND' ? (
            <>
              There is no account <code>{shorten(wanted)}</code>. The page Worlds lists all accounts.
            </>
          ) : error.code === 'REQUEST.ROUTE.NOT_FOUND' ? (
            <>
              The dashboard has no page <code>{shorten(path)}</code>.
            </>
          ) : (
            `${error.message} ${error.suggestion}`
          )}
        </p>
        <h2>Pages of the account {id}</h2>
        <ul class="columns">
          {navigation.map(({ title, path: place }) => (
            <li>
              <a href={place === '' ? `${dashboardBase}/${id}` : `${dashboardBase}/${id}/${place}`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </>
    ),
  }
}

function shorten(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}
