/** Texts of durations, some of them invalid. */
export const durationTexts = ['0s', '1s', '10m', '4h', '24h', '20d', '-1s', '1e3s', '99999999d', '1.5h']
