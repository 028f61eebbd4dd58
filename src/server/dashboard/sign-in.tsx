import { dashboardBase } from '../dashboard-base.ts'
import { Button } from '../pages/components/button.tsx'
import { TextField } from '../pages/components/field.tsx'
import type { PageContent } from '../pages/send-page.tsx'
import { partsOfSite } from './frame.tsx'

export const signInPath = `${dashboardBase}/sign-in`

/** The page that asks for the control token. */
export function signInPage(formToken: string, isWrong: boolean): PageContent {
  return {
    title: 'Sign in',
    place: 'Drydock',
    parts: partsOfSite(),
    body: (
      <>
        <p>This simulator was started with a control token. Whoever knows it may use the dashboard.</p>
        <form method="post" action={signInPath}>
          <input type="hidden" name="token" value={formToken} />
          <TextField
            form="sign-in"
            name="control_token"
            label="Control token"
            type="password"
            isRequired
            hint="What stands after --control-token, or in DRYDOCK_CONTROL_TOKEN."
            error={isWrong ? 'is not the control token that the simulator was started with' : undefined}
          />
          <Button kind="main">Sign in</Button>
        </form>
      </>
    ),
  }
}
