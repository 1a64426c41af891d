package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StudyListenerTest {
  private final List<String> notes = new ArrayList<>();

  @Test
  void anEventIsForwardedToAllListenersInOrderUntilOneThrows() {
    StudyListener all = StudyListener.all(noting("first"), noting("failing"));
    assertThatThrownBy(() -> StudyListener.all(all, noting("missed")).note("disk full"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("disk full");
    assertThat(notes).containsExactly("first: disk full", "failing: disk full");
  }

  private StudyListener noting(String name) {
    return new StudyListener() {
      @Override
      public void note(String text) {
        notes.add(name + ": " + text);
        if (name.equals("failing")) {
          throw new IllegalStateException(text);
        }
      }
    };
  }
}
