import { signOutPath, withAccount } from '../dashboard-base.ts'
import { Button } from '../pages/components/button.tsx'

/** Renders the button that ends the session of a signed-in user. */
export function SignOut({ formToken, account }: { readonly formToken: string; readonly account: string }) {
  return (
    <form method="post" action={withAccount(signOutPath, account)}>
      <input type="hidden" name="token" value={formToken} />
      <Button>Sign out</Button>
    </form>
  )
}
