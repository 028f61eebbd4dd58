import type { ApiError } from '../../simulator/specification/errors.ts'
import { addAccountToPath, dashboardBase, signInPath } from '../dashboard-base.ts'
import { Button, LinkButton, TextField } from '../pages/components.ts'
import type { PageContent } from '../pages/send-page.tsx'
import { listSiteSections } from './frame.tsx'
import type { DashboardPage } from './page.ts'

/** Renders an error page with a message and a link to continue. */
export function renderRefusalPage(title: string, message: string, href: string): PageContent {
  return {
    title,
    place: 'Drydock',
    parts: listSiteSections(),
    body: (
      <>
        <p>{message}</p>
        <p>
          <LinkButton href={href} kind="main">
            Continue
          </LinkButton>
        </p>
      </>
    ),
  }
}

/** Renders the error page for a path that was requested and is missing, with links to pages of the account `id`. */
export function renderMissingPage(
  error: ApiError,
  path: string,
  id: string,
  pages: readonly DashboardPage[],
) {
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
          {pages.map(({ title, path: place }) => (
            <li>
              <a href={[dashboardBase, id, place].filter((part) => part !== '').join('/')}>{title}</a>
            </li>
          ))}
        </ul>
      </>
    ),
  }
}

/** The maximum number of characters of a path in a message. */
const maxShownLength = 80

function shortenPath(text: string): string {
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
}

const refusalTexts = {
  wrong: 'This is not the control token with which the simulator was started',
  busy: 'The token was not checked, because too many sign-ins wait. Try again in a few seconds',
} as const

/** Renders the form that asks for the control token and then leads to `account`. `refused`: why a token was refused. */
export function renderSignInPage(formToken: string, account?: string, refused?: keyof typeof refusalTexts) {
  return {
    title: 'Sign in',
    place: 'Drydock',
    parts: listSiteSections(),
    body: (
      <>
        <p>This simulator was started with a control token. Enter it to use the dashboard.</p>
        <form method="post" action={addAccountToPath(signInPath, account)}>
          <input type="hidden" name="token" value={formToken} />
          <TextField
            form="sign-in"
            name="control_token"
            label="Control token"
            type="password"
            isRequired
            hint="The value of --control-token or DRYDOCK_CONTROL_TOKEN."
            error={refused && refusalTexts[refused]}
          />
          <Button kind="main">Sign in</Button>
        </form>
      </>
    ),
  }
}
