/**
 * Results held against each other: which cells make a pair, how far their figures lie apart, and
 * whether that is more than noise. Nothing here measures, and nothing prints but words.
 */
package io.poolbench.compare;
