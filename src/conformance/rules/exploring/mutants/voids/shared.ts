import type { Answered } from '../../../../selftest/watched.ts'

export const isVoided = ({ operation, isGood }: Answered): boolean => operation === 'voidLabel' && isGood

export const isBought = ({ operation, isGood }: Answered): boolean => operation === 'buyLabel' && isGood

export const alreadyRequested = 'LABEL.VOID.ALREADY_REQUESTED'
