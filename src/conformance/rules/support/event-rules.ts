/** The rules about the event of a purchase, by environment. If no event comes, other rules fail, too, and the report names these rules as the cause. */
export const purchaseEventRules = {
  test: {
    id: 'HOOK-001',
    judges: ['EVENTS-2', 'SERVICE-19', 'STATES-9', 'ENDPOINTS-47', 'EVENTS-3', 'EVENTS-30'],
    title: 'A purchase with a test key sends an event.',
  },
  live: {
    id: 'HOOK-002',
    judges: ['EVENTS-2', 'SERVICE-19', 'STATES-9'],
    title: 'A purchase with a live key sends an event.',
  },
} as const
