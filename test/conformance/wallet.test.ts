import { walletRules } from '../../src/conformance/rules/wallet.ts'
import { walletMutants } from '../../src/conformance/selftest/mutants/wallet.ts'
import { describeTopic } from './topic.ts'

describeTopic('the wallet', { rules: walletRules, mutants: walletMutants })
