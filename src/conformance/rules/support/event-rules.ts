/** The rules that a purchase sends an event, by environment, as the causes of other failures. */
export const eventRules = {
  test: {
    id: 'HOOK-001',
    judges: ['EVENTS-2', 'SERVICE-19', 'STATES-9', 'ENDPOINTS-47', 'EVENTS-3', 'EVENTS-30'],
    title: 'A label bought with a test key is followed by its event.',
  },
  live: {
    id: 'HOOK-002',
    judges: ['EVENTS-2', 'SERVICE-19', 'STATES-9'],
    title: 'A label bought with a live key is followed by its event.',
  },
} as const
