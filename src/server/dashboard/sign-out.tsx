import { signOutPath } from '../dashboard-base.ts'
import { Button } from '../pages/components/button.tsx'

/** Renders the button that ends the session of a signed-in user. */
export function SignOut({ formToken }: { readonly formToken: string }) {
  return (
    <form method="post" action={signOutPath}>
      <input type="hidden" name="token" value={formToken} />
      <Button>Sign out</Button>
    </form>
  )
}
