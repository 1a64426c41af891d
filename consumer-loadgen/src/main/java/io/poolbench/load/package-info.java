/**
 * Level 1: who calls when. Knows no protocol: a call goes to a {@link io.poolbench.load.Target}.
 */
package io.poolbench.load;
