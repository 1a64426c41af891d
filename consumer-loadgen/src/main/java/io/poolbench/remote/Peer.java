package io.poolbench.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;

/** A process that works for a coordinator. */
public interface Peer {
  /** What it is: a record. */
  Object facts();

  /** Begins to work for a coordinator; there is one session at a time. */
  Session begin();

  /** The work for one coordinator. Thread-safe: messages come on several threads. */
  interface Session extends AutoCloseable {
    /**
     * The answer to a message: a record, a number or a text.
     *
     * @param action what is asked for
     * @param body of the action
     */
    Object answer(String action, JsonNode body)
        throws PeerException, JsonProcessingException, InterruptedException;

    /** Ends all work, and what an unfinished answer waits for. */
    @Override
    void close();
  }
}
