/** The base path of the dashboard. */
export const dashboardBase = '/dashboard'

/** The path of the sign-in page, for the control token. */
export const signInPath = `${dashboardBase}/sign-in`

export const signOutPath = `${dashboardBase}/sign-out`

/**
 * Returns a page with the account that the reader wants in its query. The session then opens that account, and a balancer in front of several
 * simulators sees which one has it.
 */
export function withAccount(path: string, account: string | undefined): string {
  return account === undefined ? path : `${path}?account=${encodeURIComponent(account)}`
}

/** The names of pages directly below the base, which account names therefore cannot be. */
export const pagesBesideAccounts = [signInPath, signOutPath].map((path) =>
  path.slice(dashboardBase.length + 1),
)
