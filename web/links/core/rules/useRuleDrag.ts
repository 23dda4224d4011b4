import { type DragEvent, useState } from "react";

/** Props with which a rule can be dragged by its handle and accepts drops. */
export interface RuleDrag {
  readonly handle: { draggable: true; onDragStart: (event: DragEvent) => void; onDragEnd: () => void };
  readonly item: { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void };
  /** Position at which the dragged rule would be inserted, relative to this one. */
  readonly drop: "before" | "after" | undefined;
}

export function useRuleDrag(move: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setFrom(null);
    setOver(null);
  };

  return {
    of(index: number): RuleDrag {
      return {
        handle: {
          draggable: true,
          onDragStart(event) {
            // Firefox starts a drag only if it has data.
            event.dataTransfer.setData("text/plain", String(index + 1));
            event.dataTransfer.effectAllowed = "move";
            const item = event.currentTarget.closest("li");
            if (item) event.dataTransfer.setDragImage(item, 12, 12);
            setFrom(index);
          },
          onDragEnd: end,
        },
        item: {
          onDragOver(event) {
            if (from === null) return;
            event.preventDefault();
            setOver(index);
          },
          onDrop(event) {
            if (from === null) return;
            event.preventDefault();
            move(from, index);
            end();
          },
        },
        drop: from === null || over !== index || from === index ? undefined : from < index ? "after" : "before",
      };
    },
  };
}
