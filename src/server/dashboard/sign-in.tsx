import { addAccountToPath, signInPath } from '../dashboard-base.ts'
import { Button } from '../pages/components/button.tsx'
import { TextField } from '../pages/components/field.tsx'
import type { PageContent } from '../pages/send-page.tsx'
import { listSiteSections } from './frame.tsx'

const refusalTexts = {
  wrong: 'This is not the control token with which the simulator was started',
  busy: 'The token was not checked, because too many sign-ins wait. Try again in a few seconds',
} as const

interface SignInProps {
  readonly formToken: string
  /** The account that the reader wants to see. */
  readonly account: string | undefined
  /** The reason why the last token was refused. */
  readonly refused?: keyof typeof refusalTexts
}

/** Renders the form for the control token, with the reason if it was refused. */
export function renderSignInPage({ formToken, account, refused }: SignInProps): PageContent {
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
            error={refused === undefined ? undefined : refusalTexts[refused]}
          />
          <Button kind="main">Sign in</Button>
        </form>
      </>
    ),
  }
}
