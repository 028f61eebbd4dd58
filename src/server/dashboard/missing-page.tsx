import type { Context } from '../../simulator/accounts/context.ts'
import type { ApiError } from '../../simulator/specification/errors.ts'
import { dashboardBase } from '../dashboard-base.ts'
import type { PageContent } from '../pages/send-page.tsx'
import { listSiteSections } from './frame.tsx'
import type { DashboardPage } from './page.ts'

/** The maximum number of characters of a path in a message. */
const maxShownLength = 80

interface MissingPageProps {
  readonly error: ApiError
  /** The path that was requested. */
  readonly path: string
  /** The account whose pages are linked. */
  readonly account: Context
  readonly navigation: readonly DashboardPage[]
}

/** Renders the error page for a path without a page, with links to the pages of an account. */
export function renderMissingPage({
  error,
  path,
  account: { id },
  navigation,
}: MissingPageProps): PageContent {
  const [, , wanted = ''] = path.split('/')
  return {
    title: 'Not found',
    place: 'Drydock',
    parts: listSiteSections(id),
    body: (
      <>
        <p>
          {error.code === 'CONTROL.ACCOUNT.NOT_FOUND' ? (
            <>
              There is no account <code>{shortenPath(wanted)}</code>. The page Worlds lists all accounts.
            </>
          ) : error.code === 'REQUEST.ROUTE.NOT_FOUND' ? (
            <>
              The dashboard has no page <code>{shortenPath(path)}</code>.
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

function shortenPath(text: string): string {
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
}
