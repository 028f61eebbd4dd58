/** The base path of the dashboard. */
export const dashboardBase = '/dashboard'

/** Where a browser gives the control token. */
export const signInPath = `${dashboardBase}/sign-in`

export const signOutPath = `${dashboardBase}/sign-out`

/** The names of the pages that are in the place of an account's. */
export const pagesBesideAccounts = [signInPath, signOutPath].map((path) =>
  path.slice(dashboardBase.length + 1),
)
