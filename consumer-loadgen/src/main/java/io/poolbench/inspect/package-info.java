/** Level 3: inspection of a user's own provider, and generation of a study for it. */
package io.poolbench.inspect;
