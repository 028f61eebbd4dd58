/** The base path of the dashboard. */
export const dashboardBase = '/dashboard'

/** The path of the page where a reader signs in with the control token. */
export const signInPath = `${dashboardBase}/sign-in`

export const signOutPath = `${dashboardBase}/sign-out`

/**
 * Returns the path of a page with the reader's account as query parameter. After signing in, the reader sees this
 * account. From the account, a load balancer before several simulators can choose the right simulator.
 */
export function addAccountToPath(path: string, account: string | undefined): string {
  return account === undefined ? path : `${path}?account=${encodeURIComponent(account)}`
}

/** The names of pages directly below `/dashboard`. No account can have one of these names. */
export const pagesBesideAccounts = [signInPath, signOutPath].map((path) =>
  path.slice(dashboardBase.length + 1),
)
