/** The base path of the dashboard. */
export const dashboardBase = '/dashboard'
