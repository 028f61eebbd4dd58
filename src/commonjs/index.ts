/**
 * Exports everything except the simulator for a `require` that cannot load ES modules, as in Jest without a flag and in
 * Node 22.2 to 22.11. The build bundles these exports into one CommonJS file, so that all entries share the same
 * classes.
 */
export * as client from '../client/service/index.ts'
export * as testing from '../testing/index.ts'
export * as index from './library.ts'
