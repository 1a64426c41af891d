/**
 * Processes on other machines that work for a coordinator: messages with a shared token, one
 * coordinator at a time, and an end where it falls silent.
 */
package io.poolbench.remote;
