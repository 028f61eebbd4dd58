import { addAccountToPath, signInPath } from '../dashboard-base.ts'
import { Button } from '../pages/components/button.tsx'
import { TextField } from '../pages/components/field.tsx'
import { listSiteSections } from './frame.tsx'

const refusalTexts = {
  wrong: 'This is not the control token with which the simulator was started',
  busy: 'The token was not checked, because too many sign-ins wait. Try again in a few seconds',
} as const

/** Renders the form for the control token, for a reader of an account; with the reason if the token was refused. */
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
