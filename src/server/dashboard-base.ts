/** The base path of the dashboard. */
export const dashboardBase = '/dashboard'

/** The path of the sign-in page, for the control token. */
export const signInPath = `${dashboardBase}/sign-in`

export const signOutPath = `${dashboardBase}/sign-out`

/** The names of pages directly below the base, which account names therefore cannot be. */
export const pagesBesideAccounts = [signInPath, signOutPath].map((path) =>
  path.slice(dashboardBase.length + 1),
)
