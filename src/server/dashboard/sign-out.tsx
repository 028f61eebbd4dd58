import { signOutPath } from '../dashboard-base.ts'
import { Button } from '../pages/components/button.tsx'

/** Ends the session of whoever has signed in with the control token. */
export function SignOut({ formToken }: { readonly formToken: string }) {
  return (
    <form method="post" action={signOutPath}>
      <input type="hidden" name="token" value={formToken} />
      <Button>Sign out</Button>
    </form>
  )
}
