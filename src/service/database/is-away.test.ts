import { expect, test } from 'vitest'
import { isAway } from './index.ts'

const withCode = (code: string, message = 'message') => Object.assign(new Error(message), { code })

test.each([
  [true, withCode('ECONNREFUSED')],
  [true, withCode('ENOTFOUND')],
  [true, withCode('57P03', 'the database system is starting up')],
  [true, withCode('57P01', 'terminating connection due to administrator command')],
  [true, withCode('53300', 'too many connections')],
  [true, withCode('08006')],
  [true, new Error('timeout exceeded when trying to connect')],
  [true, new Error('Connection terminated unexpectedly')],
  [true, new Error('The database gave no answer within 5000 ms.')],
  [false, withCode('28P01', 'password authentication failed')],
  [false, withCode('3D000', 'database "x" does not exist')],
  [false, withCode('42P01', 'relation "sites" does not exist')],
  [false, withCode('ERR_INVALID_URL')],
  [false, new Error('corrupted migrations')],
  [false, 'timeout'],
])('%s: %s', (expected, error) => expect(isAway(error)).toBe(expected))
