import { passwordCost } from './password-cost.ts'

// tests hash hundreds of passwords
passwordCost.N = 256
